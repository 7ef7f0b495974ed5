import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import type { Notice } from '../../../../src/contract/models';
import { billOf } from '../../../../tools/third-party/bill-of-materials';

const notice = (fields: Partial<Notice>): Notice => ({
  name: 'a',
  version: '1.0.0',
  licence: 'MIT',
  kind: 'library',
  where: 'code',
  text: 'text',
  ...fields,
});
const app = { name: 'hitrate', version: '0.1.0', license: 'Apache-2.0' };
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

describe('billOf', () => {
  it('is valid by the strict schema of CycloneDX 1.6', async () => {
    const bill = billOf(app, [
      notice({}),
      notice({ name: '@a/b', licence: '(MIT OR GPL-3.0-or-later)' }),
      notice({ name: 'Some words', kind: 'data', version: '', licence: 'LicenseRef-Own' }),
      notice({ name: 'A model', kind: 'machine-learning-model', licence: 'CC-BY-SA-4.0' }),
    ]);
    expect(await validator.validate(JSON.stringify(bill))).toBeNull();
    // The check itself can fail.
    expect(await validator.validate(JSON.stringify({ ...bill, components: [{ name: 'no type' }] }))).not.toBeNull();
  });

  it('addresses packages as purl writes them', () => {
    expect(billOf(app, [notice({ name: '@a/b' })])['components']).toEqual([
      expect.objectContaining({ group: '@a', name: 'b', purl: 'pkg:npm/%40a/b@1.0.0' }),
    ]);
  });
});
