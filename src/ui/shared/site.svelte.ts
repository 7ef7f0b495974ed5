import type { WrongFile } from '../../contract/site';
import { bytes } from './format';

const REPLACED =
  'The server no longer has a part of this page: another version of Hitrate was put there, or something on the way answers instead, as a network that asks for a login does. What is stored stays.';

/** Said here, since the sentences of other messages are loaded when they are needed, and may be what is missing. */
class Site {
  problem = $state('');
  /** Asks the server. */
  isReplaced = (): Promise<boolean> => Promise.resolve(false);

  /** @returns what is wrong with the site; nothing where a failure has another cause */
  async look(): Promise<string | null> {
    if (!(await this.isReplaced())) return null;
    return (this.problem = REPLACED);
  }

  wrongFile({ path, bytes: expected, got: { status, type, bytes: size } }: WrongFile): void {
    this.problem = `${path} could not be kept: this version of Hitrate has ${bytes(expected)} there, and ${bytes(size)} of ${type || 'an unnamed type'} came instead (status ${status}). Does your network ask for a login? Then log in, and reload the page. If this message stays, the host has files of two versions, or changes them: put the whole build there anew.`;
  }
}

export const site = new Site();
