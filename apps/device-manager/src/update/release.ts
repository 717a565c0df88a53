import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import * as z from 'zod'

/** Larger than any program will be. */
const FILE_MAX_BYTES = 500_000_000

const releaseFileSchema = z.strictObject({
  /** As Node names it: `linux-x64`. */
  platform: z.string().regex(/^[a-z\d]{1,20}-[a-z\d]{1,20}$/),
  /** `executable` is the program alone, `deb` and `installer` are for a package manager or a person. */
  kind: z.enum(['executable', 'deb', 'installer']),
  url: z.url({ protocol: /^https$/ }),
  /** Of the file at `url`, in lower case. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.int().min(1).max(FILE_MAX_BYTES),
})
export type ReleaseFile = z.output<typeof releaseFileSchema>

/** A published version of the device manager. */
const releaseSchema = z.strictObject({
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  published: z.iso.datetime(),
  files: z.array(releaseFileSchema).min(1).max(20),
})
export type Release = z.output<typeof releaseSchema>

/** The published manifest. The signed release is a string, so that its bytes need no canonical form. */
const manifestSchema = z.strictObject({ release: z.string(), signature: z.string() })

/** Binds the signature to this purpose, in case the key signs anything else. */
const signedBytes = (release: string): Buffer => Buffer.from(`postroom.device-manager.release.v1\n${release}`)

/** The release of a manifest; undefined if it is incomplete or not signed with the key. @param key raw Ed25519, base64url */
export function readManifest(text: string, key: string): Release | undefined {
  const manifest = manifestSchema.safeParse(parsedJson(text)).data
  if (!manifest) return undefined
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  const signature = Buffer.from(manifest.signature, 'base64url')
  if (!verify(null, signedBytes(manifest.release), publicKey, signature)) return undefined
  return releaseSchema.safeParse(parsedJson(manifest.release)).data
}

/** The manifest to publish. @throws ZodError for an invalid release */
export function writeManifest(release: Release, key: KeyObject): string {
  const text = JSON.stringify(releaseSchema.parse(release))
  return JSON.stringify({ release: text, signature: sign(null, signedBytes(text), key).toString('base64url') })
}

/** Below 0 when `a` is the older version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const differing = left.findIndex((part, index) => part !== right[index])
  return differing < 0 ? 0 : left[differing]! - right[differing]!
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
