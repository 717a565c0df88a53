import fc from 'fast-check'
import { expect, it } from 'vitest'
import { latestOnly } from './latest-only.ts'

it('shows the last question answered, in whatever order waits, answers and failures arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ id: fc.nat(), fails: fc.boolean() }), { minLength: 1, maxLength: 6 }),
      async (scheduler, asked) => {
        const questions = asked.map((question, index) => ({ ...question, index }))
        const seen: number[] = []
        const prices = latestOnly<(typeof questions)[number], number>({
          wait: () => scheduler.schedule(Promise.resolve(), 'quiet'),
          ask: async (question) => {
            await scheduler.schedule(Promise.resolve(), `answer ${question.index}`)
            if (question.fails) throw new Error('refused')
            return question.index
          },
          show: (index) => seen.push(index),
          fail: (_cause, question) => seen.push(question.index),
          delayMs: 1,
        })
        void scheduler.scheduleSequence(
          questions.map((question) => ({ label: `ask ${question.index}`, builder: async () => prices.ask(question) })),
        )
        await scheduler.waitAll()
        expect(seen.at(-1)).toBe(questions.length - 1)
        expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      },
    ),
  )
})

it('is silent once stopped', async () => {
  const seen: string[] = []
  const prices = latestOnly<string, string>({
    wait: async () => {},
    ask: async (question) => question,
    show: (answer) => seen.push(answer),
    fail: () => seen.push('failure'),
    delayMs: 0,
  })
  prices.ask('first')
  prices.stop()
  await new Promise((resolve) => setTimeout(resolve))
  expect(seen).toEqual([])
})
