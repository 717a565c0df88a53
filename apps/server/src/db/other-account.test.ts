import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { otherAccount } from './other-account.ts'

// mkdtemp closes its folder to others, as /root is closed
const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-closed-'))
afterAll(() => fs.rmSync(closed, { recursive: true, force: true }))

it("finds a program in a folder closed to others, and passes PostgreSQL's access() check", () => {
  const program = path.join(closed, 'program')
  fs.writeFileSync(program, '#!/bin/sh\nid -u\n', { mode: 0o755 })
  const account = otherAccount([closed])
  const expected = process.getuid?.() === 0 ? '65525' : String(process.getuid?.())
  const asked = spawnSync(...account.wrap('test', ['-r', program]), account.options)
  expect(asked.status).toBe(0)
  const run = spawnSync(...account.wrap(program, []), { ...account.options, encoding: 'utf8' })
  expect(run.stdout.trim()).toBe(expected)
})
