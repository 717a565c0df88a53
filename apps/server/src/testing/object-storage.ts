import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import type { Bucket, StorageSettings } from '../object-storage/bucket.ts'
import { openBucket } from '../object-storage/open-bucket.ts'
import { OWNER, startRadosGateway, type RadosGateway } from './rados-gateway.ts'

/** A storage with a bucket, and a view of it that goes past the server. */
export interface ObjectStorage extends RadosGateway {
  settings: StorageSettings
  /** `s3://` and the bucket. */
  url: string
  /** A place below the bucket, as the server opens it with the owner's key in its environment. */
  open(name: string, change?: Partial<StorageSettings>): Promise<Bucket>
  /** The names of all objects that begin like this, in order. */
  names(beginning?: string): Promise<string[]>
  overwrite(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
  /** The number of uploads that were begun and neither completed nor aborted. */
  unfinishedUploads(): Promise<number>
}

export async function startObjectStorage(): Promise<ObjectStorage> {
  const gateway = await startRadosGateway()
  const settings: StorageSettings = { endpoint: gateway.endpoint, region: 'us-east-1', encryption: 'none' }
  const client = new S3Client({
    region: settings.region,
    endpoint: gateway.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: OWNER.AWS_ACCESS_KEY_ID, secretAccessKey: OWNER.AWS_SECRET_ACCESS_KEY },
  })
  const Bucket = `postroom-${randomBytes(4).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket }))
  const url = `s3://${Bucket}`
  return {
    ...gateway,
    settings,
    url,
    open: (name, change = {}) => {
      Object.assign(process.env, OWNER)
      return openBucket(`${url}/${name}`, { ...settings, ...change })
    },
    close: async () => {
      for (const name of Object.keys(OWNER)) Reflect.deleteProperty(process.env, name)
      await gateway.close()
    },
    async names(beginning = '') {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: beginning }))
      return Contents.map(({ Key }) => Key!)
    },
    overwrite: async (name, text) => void (await client.send(new PutObjectCommand({ Bucket, Key: name, Body: text }))),
    remove: async (name) => void (await client.send(new DeleteObjectCommand({ Bucket, Key: name }))),
    unfinishedUploads: async () =>
      ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).length,
  }
}
