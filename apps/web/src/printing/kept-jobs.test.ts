import { expect, it } from 'vitest'
import { keepJob, keptJobs } from './kept-jobs.ts'

it('keeps the newest 100 jobs of each list independently', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(keptJobs(storage, 'sent')).toEqual([])
  for (let job = 0; job <= 100; job++) keepJob(storage, 'sent', `shipment-${job}:first:cn22`)
  expect(keepJob(storage, 'seen', 'shipment-1:first:label')).toEqual(['shipment-1:first:label'])
  const sent = keptJobs(storage, 'sent')
  expect(sent).toHaveLength(100)
  expect([sent[0], sent.at(-1)]).toEqual(['shipment-1:first:cn22', 'shipment-100:first:cn22'])
})
