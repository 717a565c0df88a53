import fs from 'node:fs'
import { run } from './places.ts'

/** PEM files, and the address of a time-stamp service: without it, a signature ends with its certificate. */
export interface Signing {
  certificate: string
  key: string
  timestamp?: string | undefined
}

/** How to sign, from the environment; undefined builds without signatures. @throws Error when only half is set */
export function signingFrom(environment: NodeJS.ProcessEnv): Signing | undefined {
  const certificate = environment['POSTROOM_SIGNING_CERTIFICATE']
  const key = environment['POSTROOM_SIGNING_KEY']
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined || key === undefined)
    throw new Error('Set both POSTROOM_SIGNING_CERTIFICATE and POSTROOM_SIGNING_KEY, or neither')
  return { certificate, key, timestamp: environment['POSTROOM_SIGNING_TIMESTAMP'] }
}

/** Signs an executable in its place. */
export function signForWindows(file: string, title: string, { certificate, key, timestamp }: Signing): void {
  const signed = `${file}.signed`
  const stamp = timestamp === undefined ? [] : ['-ts', timestamp]
  const by = ['-certs', certificate, '-key', key, '-h', 'sha256', ...stamp]
  run('osslsigncode', ['sign', ...by, '-n', title, '-in', file, '-out', signed])
  fs.renameSync(signed, file)
}
