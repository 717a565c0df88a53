import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { configHelp } from './config.ts'
import { environmentForDevice } from './start-device-manager.ts'

const DEVICE_MANAGER = path.resolve(import.meta.dirname, '../../device-manager/src/main.ts')

/** The settings that a program's help lists. */
const listedIn = (help: string): string[] => [...help.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name!)

const passedOn = (names: readonly string[]): string[] =>
  Object.keys(environmentForDevice(Object.fromEntries(names.map((name) => [name, 'set']))))

it('passes on every setting of a device manager except those that the server sets itself', () => {
  const own = listedIn(execFileSync(process.execPath, [DEVICE_MANAGER, '--help'], { encoding: 'utf8' }))
  const given = ['POSTROOM_SERVER', 'POSTROOM_DEVICE_DIR']
  expect(own).toEqual(expect.arrayContaining(given))
  expect(passedOn(own)).toEqual(own.filter((name) => !given.includes(name)))
})

it('passes on no setting of the server, and only machine variables of the rest', () => {
  const settings = listedIn(configHelp())
  expect(settings).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'POSTROOM_SECRET_KEY']))
  expect(passedOn(settings)).toEqual([])
  expect(passedOn(['PGPASSWORD', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN'])).toEqual([])
  const needed = ['Path', 'HOME', 'LANG', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'https_proxy', 'SystemRoot']
  expect(passedOn(needed)).toEqual(needed)
})
