import { expect, test } from 'vitest'
import { permissionsOf, type Role } from './roles.ts'
import type { Plan } from './services.ts'

test.each<[Role[], Plan, string[], string[]]>([
  // roles, plan, has, has not
  [['sender'], 'full', ['mod_shipping', 'mod_addressbook', 'carr_rm'], ['mod_mailing', 'administration']],
  [['mailroom'], 'full', ['mod_shipping', 'mod_mailing', 'mod_addressbook'], ['administration']],
  [['manager'], 'full', ['mod_shipping', 'mod_mailing', 'administration'], []],
  [['sender', 'manager'], 'full', ['mod_mailing', 'administration'], []],
  [['manager'], 'lite', ['mod_shipping', 'administration'], ['mod_addressbook']],
  [[], 'full', [], ['mod_profile']],
])('%j on the plan %s', (roles, plan, has, hasNot) => {
  const permissions = permissionsOf(roles, plan)
  expect(permissions).toEqual(expect.arrayContaining(has))
  for (const permission of hasNot) expect(permissions).not.toContain(permission)
  expect(new Set(permissions).size).toBe(permissions.length)
})
