import { describe, expect, it } from 'vitest';
import { relayedWorkers, startRelayed } from '../../../../src/adapters/rpc/page-workers';

/** What a worker and its starter say crosses at once, as clones. */
class Ended extends EventTarget {
  readonly scope: EventTarget & { postMessage(data: unknown): void };
  terminated = false;

  constructor(readonly url = 'page:/first.js') {
    super();
    const tell = (to: EventTarget, data: unknown): void => {
      if (!this.terminated)
        to.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data), ports: [] }));
    };
    this.scope = Object.assign(new EventTarget(), { postMessage: (data: unknown) => tell(this, data) });
    this.postMessage = (data: unknown) => tell(this.scope, data);
  }

  postMessage: (data: unknown) => void;

  terminate(): void {
    this.terminated = true;
  }
}

interface Setting {
  readonly first: Ended;
  /** In the order in which the page started them. */
  readonly started: Ended[];
  /** Ends them all. */
  end(): void;
  /** `Worker` in the first worker. */
  readonly Relayed: typeof Worker;
}

function setting(): Setting {
  const first = new Ended();
  const started: Ended[] = [];
  const end = startRelayed(first as unknown as Worker, (url) => {
    const child = new Ended(url);
    started.push(child);
    return child as unknown as Worker;
  });
  return { first, started, end, Relayed: relayedWorkers(first.scope as unknown as Worker, 'page:/folder/first.js') };
}

const heardBy = (target: EventTarget): unknown[] => {
  const heard: unknown[] = [];
  target.addEventListener('message', (event) => heard.push((event as MessageEvent).data));
  return heard;
};

describe('workers that the page starts for a worker', () => {
  it('say and hear what they would as workers of the worker, and nobody else reads it', () => {
    const { first, started, Relayed } = setting();
    const heardInPage = heardBy(first);
    const [one, two] = [new Relayed('one.js'), new Relayed(new URL('page:/two.js'))];
    expect(started.map(({ url }) => url)).toEqual(['page:/folder/one.js', 'page:/two.js']);
    const within = started.map(({ scope }) => heardBy(scope));
    one.postMessage({ n: 1 });
    two.postMessage({ n: 2 }, []);
    expect(within).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    const heard = [heardBy(one), heardBy(two)];
    const byProperty: unknown[] = [];
    two.onmessage = ({ data }) => byProperty.push(data);
    started[1]!.scope.postMessage('from two');
    expect(heard).toEqual([[], ['from two']]);
    expect(byProperty).toEqual(['from two']);
    expect(heardInPage).toEqual([]);
  });

  it('tell their failures', () => {
    const { started, Relayed } = setting();
    const worker = new Relayed('one.js');
    const messages: string[] = [];
    worker.onerror = (event) => messages.push(event.message);
    worker.onmessageerror = () => messages.push('unreadable');
    started[0]!.dispatchEvent(Object.assign(new Event('error'), { message: 'no such script' }));
    started[0]!.dispatchEvent(new Event('messageerror'));
    expect(messages).toEqual(['no such script', 'unreadable']);
  });

  it('start workers of their own, which end with them', () => {
    const { started, Relayed, end } = setting();
    const [network, other] = [new Relayed('network.js'), new Relayed('other.js')];
    const Within = relayedWorkers(started[0]!.scope as unknown as Worker, started[0]!.url);
    const thread = new Within('thread.js', { name: 'em-pthread' });
    const heard = heardBy(thread);
    started[2]!.scope.postMessage('loaded');
    expect(heard).toEqual(['loaded']);
    expect(heardBy(network)).toEqual([]);
    network.terminate();
    expect(started.map(({ terminated }) => terminated)).toEqual([true, false, true]);
    other.postMessage('still there');
    end();
    expect(started.map(({ terminated }) => terminated)).toEqual([true, true, true]);
  });
});
