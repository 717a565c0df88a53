import { getAttention } from '@postroom/contract/attention'
import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { NO_ATTENTION } from '../testing/answers.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { openPage } from '../testing/open-page.tsx'

it('shows the page when it is known what stands above it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(getAttention, async () => {
    await promise
    return NO_ATTENTION
  })
  openPage('/app/help')
  const spinner = await screen.findByRole('progressbar', { name: 'Working' })
  expect(spinner.querySelector('svg')).toHaveAttribute('width', '28')
  expect(screen.queryByRole('region', { name: /not printed/ })).toBeNull()
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  resolve()
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
})

it('shows the page when that cannot be known at once', async () => {
  let asked = 0
  server.on(getAttention, () => (asked++ === 0 ? new Refusal('try_again') : new Promise<never>(() => {})))
  openPage('/app/help')
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
})
