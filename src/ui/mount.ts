import { mount, unmount } from 'svelte';
import type { Privacy } from '../engine/privacy';
import type { Workbench } from '../engine/workbench';
import App from './App.svelte';
import Erased from './views/privacy/Erased.svelte';
import './styles.css';

/** Shows the page in `target`, until everything is erased. */
export function mountApp(target: HTMLElement, workbench: Workbench, privacy: Privacy): void {
  const onErased = (by: 'this tab' | 'another tab'): void => {
    void unmount(app);
    mount(Erased, { target, props: { by } });
  };
  const app = mount(App, { target, props: { workbench, privacy, onErased } });
}
