import type { Notice } from '../../src/contract/models';

/** A CycloneDX document, as far as it is written here. */
export interface Bill {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly [field: string]: unknown;
}

/**
 * The bill of materials of the built site, by https://cyclonedx.org/docs/1.6/json/. It has no serial number and no date, so
 * that the same site has the same bill.
 */
export function billOf(app: { name: string; version: string; license: string }, notices: readonly Notice[]): Bill {
  const own = purl(app.name, app.version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': own,
        name: app.name,
        version: app.version,
        licenses: [{ license: { id: app.license } }],
      },
    },
    components: notices.map(componentOf),
    dependencies: [{ ref: own, dependsOn: notices.map(refOf) }],
  };
}

function componentOf(notice: Notice) {
  const { name, version, licence, kind, where } = notice;
  const [group, rest] = name.startsWith('@') ? (name.split('/') as [string, string]) : [null, name];
  return {
    type: kind,
    'bom-ref': refOf(notice),
    ...(group === null ? {} : { group }),
    name: rest,
    ...(version === '' ? {} : { version }),
    description: where,
    scope: 'required',
    licenses: [{ expression: licence }],
    ...(kind === 'library' ? { purl: purl(name, version) } : {}),
  };
}

const refOf = ({ kind, name, version }: Notice): string =>
  kind === 'library' ? purl(name, version) : `${kind}:${name}@${version}`;

/** A package's address, by https://github.com/package-url/purl-spec: the scope's @ is written by its code. */
const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
