import { describe, expect, it, vi } from 'vitest';
import { parseAddress, START } from '../../../../../src/ui/shared/navigation/address';
import { Navigation } from '../../../../../src/ui/shared/navigation/navigation.svelte';
import { MemoryAddressBar } from '../../address-bar';

function at(address: string) {
  const bar = new MemoryAddressBar(address);
  return { bar, navigation: new Navigation(bar) };
}

describe('where the person is', () => {
  it('is what the address says, and the start where it says nothing', () => {
    const text = '#/c/tea/r/abc/questions/judge?k=5';
    expect(at(text).navigation.address).toEqual(parseAddress(text));
    expect([at('').navigation.address, at('#/x').navigation.address]).toEqual([START, START]);
    expect([at('').navigation.unknown, at('#/x').navigation.unknown]).toEqual([false, true]);
  });

  it.each([
    ['', true],
    ['#', true],
    ['#/', false],
    ['#/c/tea', false],
  ])('is open where the address is %j: %j', (address, blank) => expect(at(address).navigation.blank).toBe(blank));

  it('keeps collection and run from screen to screen, begins part and view anew, and leaves the run with its collection', () => {
    const { bar, navigation } = at('#/c/tea/r/abc/questions/judge?k=5');
    expect(navigation.href({ screen: 'findings' })).toBe('#/c/tea/r/abc/findings');
    expect(navigation.href({ part: 'judge', view: { q: 'q1' } })).toBe('#/c/tea/r/abc/questions/judge?q=q1');
    expect(navigation.href({ collection: 'rain', screen: 'findings' })).toBe('#/c/rain/findings');
    navigation.go({ screen: 'findings' });
    expect([bar.history.length, bar.read()]).toEqual([2, '#/c/tea/r/abc/findings']);
    // The same place is no step.
    navigation.go({});
    expect(bar.history).toHaveLength(2);
  });

  it('changes how a screen is shown without a step back, unless that is wanted', () => {
    const { bar, navigation } = at('#/c/tea/r/abc/questions/judge?k=5&q=q1');
    navigation.show({ k: null, slice: 'language:en' });
    expect(bar.history).toEqual(['#/c/tea/r/abc/questions/judge?slice=language%3Aen&q=q1']);
    navigation.show({ q: 'q2' }, 'push');
    expect([bar.history.length, navigation.view]).toEqual([2, { slice: 'language:en', q: 'q2' }]);
  });

  it('opens the drawer of a new run over the place that is shown, and closes it by going back there', () => {
    const place = '#/c/tea/r/abc/questions/judge?q=q1';
    const { bar, navigation } = at(place);
    navigation.onChange(() => undefined);
    navigation.go(navigation.newRun);
    expect([bar.read(), navigation.atNewRun]).toEqual([`${place}&drawer=new-run`, true]);
    navigation.closeNewRun();
    expect([bar.history, navigation.atNewRun]).toEqual([[place], false]);
    // By a link, as the button of the header is.
    bar.visit(`${place}&drawer=new-run`);
    navigation.closeNewRun();
    expect([bar.history, navigation.atNewRun]).toEqual([[place], false]);
  });

  it('closes a drawer that was open when the page was, without leaving the place', () => {
    const { bar, navigation } = at('#/c/tea/data');
    navigation.onChange(() => undefined);
    bar.visit('#/c/tea/runs?drawer=new-run');
    navigation.closeNewRun();
    expect(bar.history).toEqual(['#/c/tea/data', '#/c/tea/runs']);
    const direct = at('#/c/tea/runs?drawer=new-run');
    direct.navigation.closeNewRun();
    expect([direct.bar.history, direct.navigation.atNewRun]).toEqual([['#/c/tea/runs'], false]);
  });

  it('follows the person back and forward, until it is ended', () => {
    const { bar, navigation } = at('#/c/tea/data');
    const listener = vi.fn();
    const end = navigation.onChange(listener);
    bar.visit('#/c/tea/runs');
    bar.back();
    expect([navigation.screen, listener.mock.calls.length]).toEqual(['data', 2]);
    bar.forward();
    expect(navigation.screen).toBe('runs');
    end();
    bar.back();
    expect([navigation.screen, listener.mock.calls.length]).toEqual(['runs', 3]);
  });
});
