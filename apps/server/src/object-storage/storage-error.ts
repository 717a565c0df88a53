/** What a storage said, as the SDK throws it. */
interface Said {
  name: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

export interface Where {
  bucket: string
  endpoint: string | undefined
}

/** A refusal or failure of the storage, as a sentence for operators. It contains nothing else of the call. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** The storage's own name for it, or the system's. */
  readonly reason: string

  constructor(sentence: string, reason: string) {
    super(`${sentence} (${reason})`)
    this.reason = reason
  }

  static of(error: unknown, where: Where): StorageError {
    const said = error as Said
    const named = said.code ?? said.name
    const reason = /^\w{1,60}$/.test(named) ? named : 'unknown'
    return new StorageError(sentenceOf(said, reason, where), reason)
  }
}

/** By the name of the error; storages of other makers add some of their own. */
const SENTENCES = new Map<string, (where: Where) => string>(
  Object.entries({
    NoSuchBucket: ({ bucket }) => `The storage has no bucket ${bucket}.`,
    AccessDenied: ({ bucket }) => `The key may not do this in the bucket ${bucket}.`,
    CredentialsProviderError: () => 'There is no key for the storage: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    InvalidAccessKeyId: () => 'The storage does not know the key AWS_ACCESS_KEY_ID.',
    SignatureDoesNotMatch: () => 'AWS_SECRET_ACCESS_KEY does not belong to the key AWS_ACCESS_KEY_ID.',
    QuotaExceeded: () => 'The storage is full.',
    XMinioStorageFull: () => 'The storage is full.',
    PreconditionFailed: ({ bucket }) => `The bucket ${bucket} has an object of this name already.`,
    PermanentRedirect: ({ bucket }) => `The bucket ${bucket} is in another region: set STORAGE_REGION.`,
    AuthorizationHeaderMalformed: () => 'The storage is in another region: set STORAGE_REGION.',
    BadDigest: () => 'The storage received other bytes than were sent.',
    XAmzContentSHA256Mismatch: () => 'The storage received other bytes than were sent.',
  }),
)

const HTTP_INSUFFICIENT_STORAGE = 507

function sentenceOf({ $metadata }: Said, reason: string, where: Where): string {
  const known = SENTENCES.get(reason)?.(where)
  if (known !== undefined) return known
  const status = $metadata?.httpStatusCode
  if (status === HTTP_INSUFFICIENT_STORAGE) return 'The storage is full.'
  if (status === undefined || status >= 500) return `The storage${at(where)} cannot be reached.`
  return `The storage refuses the call with the status ${status}.`
}

const at = ({ endpoint }: Where): string => (endpoint === undefined ? '' : ` at ${endpoint}`)
