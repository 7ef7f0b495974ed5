import { mount, unmount, type ComponentProps } from 'svelte';
import App from './App.svelte';
import Erased from '../privacy/Erased.svelte';
import '../shared/styles.css';

export function mountApp(target: HTMLElement, parts: Omit<ComponentProps<typeof App>, 'onErased'>): void {
  const onErased = (by: 'this tab' | 'another tab'): void => {
    void unmount(app);
    mount(Erased, { target, props: { by } });
  };
  // A message may be shown while a database is opened.
  target.replaceChildren();
  const app = mount(App, { target, props: { ...parts, onErased } });
}
