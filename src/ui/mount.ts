import { mount } from 'svelte';
import type { Workbench } from '../engine/workbench';
import App from './App.svelte';
import './styles.css';

/** Shows the page in `target`. */
export function mountApp(target: HTMLElement, workbench: Workbench): void {
  mount(App, { target, props: { workbench } });
}
