import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

test('runs one work after the other, also after one that fails', async () => {
  const inTurn = takeTurns()
  const [first, steps] = [Promise.withResolvers<void>(), [] as string[]]
  const one = inTurn(async () => {
    steps.push('first begins')
    await first.promise
    steps.push('first ends')
    throw new Error('first')
  })
  const two = inTurn(async () => steps.push('second'))
  await new Promise(setImmediate)
  expect(steps).toEqual(['first begins'])
  first.resolve()
  await expect(one).rejects.toThrow('first')
  expect(await two).toBe(3)
  expect(steps).toEqual(['first begins', 'first ends', 'second'])
})
