import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import { addAbortSignal, type Readable } from 'node:stream'
import { readLimited } from '../read-limited.ts'
import type { Bucket, StorageSettings } from './bucket.ts'
import { inParts } from './in-parts.ts'
import { StorageError, type Where } from './storage-error.ts'

const CONNECT_MS = 3_000
/** Without a byte. */
const IDLE_MS = 20_000
/** For a call about a small object, with its repetitions: a transaction that waits for it is ended after 5 seconds. */
const SMALL_MS = 4_000

const shortly = () => ({ abortSignal: AbortSignal.timeout(SMALL_MS) })

interface Named {
  place: string
  bucket: string
  /** Empty, or with a slash at its end. */
  folder: string
}

/**
 * What is sent has its SHA-256 beside it, which the storage checks. The key is the one that the SDK finds:
 * AWS_ACCESS_KEY_ID, a file, or the role of the machine.
 */
export function s3Bucket({ place, bucket, folder }: Named, settings: StorageSettings): Bucket {
  const where = { bucket, endpoint: settings.endpoint }
  const client = openClient(settings, where)
  const named = (name: string) => ({ Bucket: bucket, Key: folder + name })
  const checked = { ChecksumAlgorithm: 'SHA256' } as const
  const encrypted = settings.encryption === 'none' ? {} : { ServerSideEncryption: settings.encryption }
  /** The name must be free. Storages that do not know the condition ignore it. */
  const free = { IfNoneMatch: '*' } as const

  async function createInParts(name: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const begun = await client.send(new CreateMultipartUploadCommand({ ...named(name), ...checked, ...encrypted }))
    const upload = { ...named(name), UploadId: begun.UploadId }
    try {
      const Parts: CompletedPart[] = []
      for await (const Body of parts) {
        const PartNumber = Parts.length + 1
        const sent = await client.send(new UploadPartCommand({ ...upload, ...checked, PartNumber, Body }))
        Parts.push({ PartNumber, ETag: sent.ETag, ChecksumSHA256: sent.ChecksumSHA256 })
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, ...free, MultipartUpload: { Parts } }))
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {}) // its parts would be kept, unseen
      throw error
    }
  }

  async function open(name: string, options: { abortSignal?: AbortSignal } = {}): Promise<Readable | undefined> {
    try {
      return (await client.send(new GetObjectCommand(named(name)), options)).Body as Readable
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'NoSuchKey') return undefined
      throw error
    }
  }

  return {
    place,
    async has(beginning) {
      const asked = { Bucket: bucket, Prefix: folder + beginning, MaxKeys: 1 }
      const { Contents = [] } = await client.send(new ListObjectsV2Command(asked), shortly())
      return Contents.length > 0
    },
    async put(name, Body) {
      await client.send(new PutObjectCommand({ ...named(name), ...checked, ...encrypted, Body }), shortly())
    },
    async create(name, bytes) {
      const { first: Body, all } = await inParts(bytes)
      if (all) await createInParts(name, all)
      else await client.send(new PutObjectCommand({ ...named(name), ...checked, ...encrypted, ...free, Body }))
    },
    async get(name, mostBytes) {
      const within = shortly()
      const body = await open(name, within)
      return body && readLimited({ body: saying(addAbortSignal(within.abortSignal, body), where) }, mostBytes)
    },
    async read(name) {
      const body = await open(name)
      return body && saying(body, where)
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(named(name)), shortly())
    },
  }
}

/** A client whose calls fail with a `StorageError`. It sends no checksum behind a body, which older storages cannot read. */
function openClient({ endpoint, region }: StorageSettings, where: Where): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
  })
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error: unknown) => {
        throw StorageError.of(error, where)
      }),
    { step: 'initialize', priority: 'high' },
  )
  return client
}

/** The same bytes; when they end early, it is the storage's failure. */
async function* saying(bytes: AsyncIterable<Uint8Array>, where: Where): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw StorageError.of(error, where)
  }
}
