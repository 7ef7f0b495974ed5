import type { ModelOffer, RefusedRepository, RepositoryFile } from '../../domain/models/repository';

/** A repository at a revision, both of the form that hubs allow. */
export interface NamedRepository {
  readonly repository: string;
  readonly revision: string;
}

/** What a repository holds at one commit. */
export interface RepositoryListing {
  /** Origin of the host, as `https://huggingface.co`. */
  readonly host: string;
  readonly repository: string;
  /** As it was asked for. */
  readonly revision: string;
  /** What that was then; null where the host does not tell. All that is fetched later is of this commit. */
  readonly commit: string | null;
  readonly files: readonly RepositoryFile[];
  /** Listed by the host, or found by asking for the files that such repositories have, on a mirror without listings. */
  readonly from: 'api' | 'probe';
}

/** A listing, and what can be done with the model: nothing is kept of either. */
export interface RepositoryLook extends RepositoryListing {
  readonly offer: ModelOffer | RefusedRepository;
}
