import { describe, expect, it, vi } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import { docId, queryId } from '../../../../src/base/types';
import { keptDepth } from '../../../../src/domain/judging/live-measures';
import { docs, input, judged, openJudging, record, shown } from './make';

describe('judging', () => {
  it('shows a grade when it is on the disk, and not before', async () => {
    const { session, stored, disk } = await openJudging();
    let written = (): void => undefined;
    stored.addActs.mockImplementationOnce((_id, acts) => {
      return new Promise((resolve) => (written = () => resolve(disk.push(...acts))));
    });
    session.grade(2);
    await vi.waitFor(() => expect(stored.addActs).toHaveBeenCalled());
    expect(session.items[0]!.grade).toBeNull();
    expect(session.cursor).toBe(0);
    written();
    await session.idle();
    expect(session.items[0]!.grade).toBe(2);
    expect(session.cursor).toBe(1);
  });

  it('takes over what another tab judged while the board was prepared', async () => {
    const { judging, session, disk } = await openJudging();
    session.grade(2);
    await session.idle();
    const reopening = judging.set({ depth: 1 });
    for (let turn = 0; judging.ready && turn < 100; turn++) await Promise.resolve();
    expect(judging.ready).toBe(false);
    disk.push({ ...disk[0]!, grade: 1, at: disk[0]!.at + 1 });
    await judging.sync();
    await reopening;
    await vi.waitFor(() => expect(judged(judging.session!.board).map(({ grade }) => grade)).toEqual([1]));
  });

  it('takes keys that come faster than the disk one after the other', async () => {
    const { session, disk } = await openJudging();
    const order = shown(session).map(([doc]) => doc);
    session.grade(1);
    session.grade(0);
    session.move(1);
    session.grade(3);
    await session.idle();
    expect(disk.map(({ doc, grade }) => [doc, grade])).toEqual([
      [order[0], 1],
      [order[1], 0],
      [order[3], 3],
    ]);
  });

  it('stops at a failure, and drops what was pressed since, until the person has seen it', async () => {
    const { session, stored, disk } = await openJudging();
    stored.addActs.mockRejectedValueOnce(new HitrateError('lists-missing', 'The disk is full.'));
    session.grade(1);
    session.grade(2);
    await session.idle();
    expect(session.failure?.message).toBe('The disk is full.');
    expect(disk).toEqual([]);
    expect(session.items.every(({ grade }) => grade === null)).toBe(true);
    session.failure = null;
    session.grade(2);
    await session.idle();
    expect(disk).toHaveLength(1);
  });

  it('closes a question with one key: all that is left is 0, untimed, and the next opens', async () => {
    const { session, disk } = await openJudging();
    const first = session.index;
    session.grade(2);
    session.close();
    await session.idle();
    expect(session.index).not.toBe(first);
    expect(disk.map(({ grade }) => grade)).toEqual([2, 0, 0, 0, 0, 0]);
    expect(disk.slice(1).every(({ milliseconds }) => milliseconds === 0)).toBe(true);
    expect(session.board.open).not.toContain(first);
  });

  it('undoes across questions, and what was undone is not undone again', async () => {
    const { session, disk } = await openJudging([{ query: queryId('q0'), doc: docId('a'), grade: 1 }]);
    const first = session.index!;
    const before = shown(session);
    session.grade(3);
    session.close();
    session.undo();
    session.undo();
    session.undo();
    await session.idle();
    expect(session.index).toBe(first);
    expect(shown(session)).toEqual(before);
    expect(session.canUndo).toBe(false);
    // The log was only added to.
    expect(disk.length % 2).toBe(0);
  });

  it('grades what was shown when the key was pressed, however fast another question is asked for', async () => {
    const { session, disk } = await openJudging();
    const [first, second] = session.queue.map((index) => input.queries[index]!);
    session.grade(2);
    session.turn(1);
    session.grade(3);
    session.point(0);
    session.visit(first!);
    await session.idle();
    expect(disk.map(({ query, grade }) => [query, grade])).toEqual([
      [first, 2],
      [second, 3],
    ]);
    expect(session.query!.id).toBe(first);
  });

  it('keeps a note with the grade, and the grade with a note', async () => {
    const { session, disk } = await openJudging();
    session.setNote(' see page 3 ');
    session.grade(2);
    await session.idle();
    expect(disk.map(({ grade, note }) => [grade, note])).toEqual([
      [null, 'see page 3'],
      [2, 'see page 3'],
    ]);
    expect(session.items[0]!.note).toBe('see page 3');
  });

  it('shows nothing of acts whose judgment is gone, as after the documents were read again', async () => {
    const { judging, stored, disk } = await openJudging();
    const place = { doc: docId('h'), span: { start: 0, end: 3 } };
    const said = { round: 1, note: '', milliseconds: 5, at: 1 };
    disk.push({ query: queryId('q1'), ...place, grade: 2, ...said });
    const withoutIt = { ...(await stored.read()), judgedActs: 1 };
    stored.read.mockResolvedValueOnce(withoutIt);
    await judging.use(input, docs);
    judging.session!.openQuestion(1);
    expect(shown(judging.session!).map(([doc]) => doc)).not.toContain('h');
    const judgments = [{ query: queryId('q1'), ...place, grade: 2 }];
    stored.read.mockResolvedValueOnce({ ...withoutIt, judgments });
    await judging.use(input, docs);
    judging.session!.openQuestion(1);
    expect(shown(judging.session!)).toContainEqual(['h', 2]);
  });

  it('judges again without showing what was said, and changes no judgment', async () => {
    const { session } = await openJudging();
    for (const index of [0, 1, 2]) {
      session.openQuestion(index);
      session.grade(2);
      session.close();
    }
    await session.idle();
    const first = judged(session.board);
    session.judgeAgain();
    expect(session.round).toBe(2);
    expect(session.items.every(({ grade, counted }) => grade === null && counted === null)).toBe(true);
    for (let i = 0; i < 30 && session.again; i++) {
      session.grade(i % 2 === 0 ? 0 : 2);
      if (session.left <= 1) session.close();
      await session.idle();
    }
    expect(session.again).toBe(false);
    expect(judged(session.board)).toEqual(first);
    expect(session.board.agreement().items).toBe(first.length);
  });

  it('continues at the same question when the pool is deeper, with all that was judged', async () => {
    const { judging, session } = await openJudging();
    session.openQuestion(2);
    session.grade(1);
    await session.idle();
    expect(session.canUndo).toBe(true);
    expect(keptDepth(input)).toBe(10);
    await judging.set({ depth: 2 });
    expect(judging.session!.query!.id).toBe('q2');
    expect(judging.session!.items.length).toBeLessThan(session.items.length + 1);
    expect(judged(judging.session!.board)).toHaveLength(1);
  });

  it('shows what another tab judged, in the order of the log: the later judgment of a place counts in both', async () => {
    const { judging, session, disk } = await openJudging();
    session.openQuestion(0);
    session.grade(3);
    await session.idle();
    const [mine] = disk;
    const theirs = { ...mine!, grade: 1, at: mine!.at + 1 };
    const elsewhere = { ...mine!, doc: docId('f'), grade: 2 };
    // One was written before ours and heard of after it, one after it.
    disk.splice(0, 1, elsewhere, mine!, theirs);
    await judging.sync();
    expect(session.items.find(({ item }) => item.place.doc === mine!.doc)!.grade).toBe(1);
    expect(session.items.find(({ item }) => item.place.doc === 'f')!.grade).toBe(2);
    expect(judged(session.board)).toHaveLength(2);
    expect(session.announcement).toBe('Another tab has judged this question.');
    // With other settings as well, and what is judged next comes on top.
    await judging.set({ depth: 2 });
    expect(judged(judging.session!.board)).toContainEqual(expect.objectContaining({ doc: mine!.doc, grade: 1 }));
    disk.splice(2, 1);
    disk.push({ ...mine!, grade: 0 });
    await judging.sync();
    expect(judged(judging.session!.board)).toContainEqual(expect.objectContaining({ doc: mine!.doc, grade: 0 }));
  });

  it('reports to the rest of the page when it is left, if something was judged', async () => {
    const { judging, session, left, stored } = await openJudging();
    await judging.leave();
    expect(left).not.toHaveBeenCalled();
    session.grade(1);
    await judging.leave();
    expect(left).toHaveBeenCalledWith(record);
    expect(stored.read).toHaveBeenCalledTimes(2);
  });

  it('leaves out a question that was deleted after it was evaluated', async () => {
    const { session } = await openJudging([], { queries: [{ id: queryId('q1'), text: 'left' }] });
    expect(session.index).toBe(1);
    expect(session.board.indices).toEqual([1]);
  });
});
