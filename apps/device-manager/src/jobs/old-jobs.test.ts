import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openOldJobs } from './old-jobs.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-old-jobs-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
})
const file = () => path.join(folder, 'old-jobs.txt')
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `job-${from + at}`)
const known = (jobs: { has: (id: string) => boolean }, wanted: string[]) => wanted.filter((id) => jobs.has(id))

test.each([0, 1, 2, 3, 100])('knows each of %i jobs, at once and after a start, and no other', (count) => {
  const jobs = openOldJobs(folder)
  jobs.add(ids(1, count))
  expect(known(jobs, ids(1, count + 50))).toEqual(ids(1, count))
  expect(known(openOldJobs(folder), ids(1, count + 50))).toEqual(ids(1, count))
})

test('adds to those of earlier runs, and writes nothing for no job', () => {
  openOldJobs(folder).add(ids(1, 3))
  const jobs = openOldJobs(folder)
  const size = fs.statSync(file()).size
  jobs.add([])
  expect(fs.statSync(file()).size).toBe(size)
  jobs.add(ids(4, 6))
  expect(known(jobs, ids(1, 9))).toEqual(ids(1, 6))
  expect(known(openOldJobs(folder), ids(1, 9))).toEqual(ids(1, 6))
})

test('keeps 13 bytes for each job, readable by its user only', () => {
  openOldJobs(folder).add(ids(1, 1_000))
  expect(fs.statSync(file()).size).toBeLessThanOrEqual(13 * 1_000 + 1)
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
})

test('has a job on disk when it is added', () => {
  const synced = vi.spyOn(fs, 'appendFileSync')
  openOldJobs(folder).add(ids(1, 1))
  expect(synced).toHaveBeenCalledWith(file(), expect.any(String), { mode: 0o600, flush: true })
  synced.mockRestore()
})

test('ignores a line that a power cut has cut off, and those before and after it count', () => {
  openOldJobs(folder).add(ids(1, 2))
  fs.appendFileSync(file(), '0123456')
  openOldJobs(folder).add(ids(3, 4))
  expect(known(openOldJobs(folder), ids(1, 5))).toEqual(ids(1, 4))
})
