import { getStatement } from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { listPayments } from '@postroom/contract/payment'
import { afterEach, beforeEach, vi } from 'vitest'
import { appConfig } from '../app-config.ts'
import { pageOf } from './answers.ts'
import { server } from './fake-server.ts'

/** In each test of the file a manager pays by card. @returns the addresses to which pages lead, newly for each test */
export function takesCards(): string[] {
  const left: string[] = []
  beforeEach(() => {
    appConfig().takesCards = true
    left.length = 0
    server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
    server.on(getStatement, () => pageOf([]))
    server.on(listPayments, () => pageOf([]))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      left.push(this.href)
    })
  })
  afterEach(() => {
    delete appConfig().takesCards
  })
  return left
}
