/** A part of a bucket of an S3-compatible storage. Every call throws a `StorageError` when the storage refuses or fails. */
export interface Bucket {
  /** `s3://bucket/prefix`, as it was named. */
  place: string
  /** Whether an object has a name that begins like this. */
  has(beginning: string): Promise<boolean>
  /** Stores a small object, also over one of the same name. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Stores an object of any size under a name that must be free. Before the last byte there is none. */
  create(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of a small object; undefined when there is none, or when it has more than `mostBytes`. */
  get(name: string, mostBytes: number): Promise<Uint8Array | undefined>
  /** The bytes of an object of any size; undefined when there is none. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Deletes an object, or nothing. */
  remove(name: string): Promise<void>
}

export interface StorageSettings {
  /** Undefined: Amazon's own. */
  endpoint: string | undefined
  region: string
  /** How the storage is asked to encrypt what it stores. */
  encryption: 'none' | 'AES256'
}
