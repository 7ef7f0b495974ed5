import { provided } from '../context';
import {
  type Address,
  addressText,
  collectionIn,
  NEW_RUN,
  parseAddress,
  type Screen,
  START,
  type View,
} from './address';

export interface AddressBar {
  read(): string;
  write(hash: string, how: 'push' | 'replace'): void;
  back(): void;
  /** Calls back when the person goes back, forward, or types an address. @returns ends the calls */
  onChange(listener: () => void): () => void;
}

const browserAddressBar: AddressBar = {
  read: () => location.hash,
  write: (hash, how) => (how === 'push' ? history.pushState(null, '', hash) : history.replaceState(null, '', hash)),
  back: () => history.back(),
  onChange: (listener) => {
    addEventListener('popstate', listener);
    return () => removeEventListener('popstate', listener);
  },
};

/** Where to go: what is left out stays, but a part and how a screen is shown, which begin anew. */
export type Target = Partial<Address>;

/** Where the person is. The address bar follows, and leads where the person uses it. */
export class Navigation {
  #address = $state.raw<Address>(START);
  unknown = $state(false);
  #listener: (() => void) | null = null;
  /** Whether the address before is that of the same place without its drawer. */
  #openedHere = false;

  constructor(private readonly bar: AddressBar = browserAddressBar) {
    this.read();
  }

  get address(): Address {
    return this.#address;
  }
  get screen(): Screen {
    return this.#address.screen;
  }
  get view(): View {
    return this.#address.view;
  }

  get newRun(): Target {
    const { part, view } = this.#address;
    return { part, view: { ...view, ...NEW_RUN } };
  }
  get atNewRun(): boolean {
    return this.view.drawer === NEW_RUN.drawer;
  }

  get withoutDrawer(): Address {
    const { drawer: _, ...view } = this.view;
    return { ...this.#address, view };
  }

  /** Closes the drawer: as going back does where it was opened from here, so that no step of the history does nothing. */
  closeNewRun(): void {
    if (this.#openedHere) this.bar.back();
    else this.go(this.withoutDrawer, 'replace');
    this.#openedHere = false;
  }

  /** Whether the page was opened without an address; that of the start is one. */
  get blank(): boolean {
    return ['', '#'].includes(this.bar.read());
  }

  read(): void {
    const before = this.#address;
    const address = parseAddress(this.bar.read());
    this.unknown = address === null;
    this.#address = address ?? { ...START, collection: collectionIn(this.bar.read()) };
    this.#noteDrawer(before);
  }

  /** Calls back when the person goes somewhere, in the page or by the address bar. @returns ends the calls */
  onChange(listener: () => void): () => void {
    this.#listener = listener;
    const end = this.bar.onChange(() => {
      this.read();
      listener();
    });
    return () => {
      this.#listener = null;
      end();
    };
  }

  visit(target: Target): void {
    this.go(target);
    this.#listener?.();
  }

  /** Writes where the person is. @param how `replace` where the address before is one that nobody would go back to */
  go(target: Target, how: 'push' | 'replace' = 'push'): void {
    const next = this.#to(target);
    const from = this.#address;
    const [before, after] = [addressText(from), addressText(next)];
    this.#address = next;
    if (how === 'push') this.#noteDrawer(from);
    this.unknown = false;
    if (before !== after || how === 'replace') this.bar.write(after, how);
  }

  /** Changes how the screen is shown; null takes a choice away. */
  show(view: { readonly [Key in keyof View]?: string | null }, how: 'push' | 'replace' = 'replace'): void {
    const merged = { ...this.view, ...view };
    const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value)) as View;
    this.go({ part: this.address.part, view: kept }, how);
  }

  href(target: Target): string {
    return addressText(this.#to(target));
  }

  #noteDrawer(before: Address): void {
    const opened = addressText({ ...before, view: { ...before.view, ...NEW_RUN } });
    this.#openedHere = before.view.drawer === undefined && opened === addressText(this.#address);
  }

  #to(target: Target): Address {
    const { collection, run, screen } = this.#address;
    const isOther = target.collection !== undefined && target.collection !== collection;
    return { collection, run: isOther ? null : run, screen, part: null, view: {}, ...target };
  }
}

export const getNavigation = provided(Navigation);
