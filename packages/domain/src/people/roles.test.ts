import { expect, it, test } from 'vitest'
import { PERMISSIONS, type Permission } from './permissions.ts'
import { FIRST_ROLES, OFFICE_ROLES, permissionsOf, ROLES, type Role } from './roles.ts'

/** x: on both plans; F: on the full plan only. */
const MATRIX: Partial<Record<Permission, Record<Role, 'x' | 'F' | '-'>>> = {
  mod_dashboard: { sender: 'x', mailroom: 'x', manager: 'x', operator: 'x' },
  mod_profile: { sender: 'x', mailroom: 'x', manager: 'x', operator: 'x' },
  mod_shipping: { sender: 'x', mailroom: 'x', manager: 'x', operator: '-' },
  mod_mailing: { sender: '-', mailroom: 'x', manager: 'x', operator: '-' },
  mod_addressbook: { sender: 'F', mailroom: 'F', manager: 'F', operator: '-' },
  'mod_device-preferences': { sender: 'x', mailroom: 'x', manager: 'x', operator: '-' },
  carr_rm: { sender: 'x', mailroom: 'x', manager: 'x', operator: '-' },
  void: { sender: 'x', mailroom: 'x', manager: 'x', operator: '-' },
  colleagues_shipments: { sender: '-', mailroom: 'F', manager: 'F', operator: '-' },
  manage_devices: { sender: '-', mailroom: '-', manager: 'x', operator: '-' },
  administration: { sender: '-', mailroom: '-', manager: 'x', operator: '-' },
  top_up: { sender: '-', mailroom: '-', manager: '-', operator: 'x' },
}
const NOBODY = { sender: '-', mailroom: '-', manager: '-', operator: '-' } as const

test.each(PERMISSIONS)('%s is held by exactly the roles of the table', (permission) => {
  const row = MATRIX[permission] ?? NOBODY
  for (const role of ROLES) {
    expect(permissionsOf([role], 'full').includes(permission), `${role} full`).toBe(row[role] !== '-')
    expect(permissionsOf([role], 'lite').includes(permission), `${role} lite`).toBe(row[role] === 'x')
  }
})

it('a manager assigns three of the four roles, and a first sign-in gives two', () => {
  expect(ROLES).toEqual(['sender', 'mailroom', 'manager', 'operator'])
  expect(OFFICE_ROLES).toEqual(['sender', 'mailroom', 'manager'])
  expect(FIRST_ROLES).toEqual(['sender', 'mailroom'])
})

it('combines the permissions of several roles, each once', () => {
  const both = permissionsOf(['manager', 'operator'], 'full')
  expect(new Set(both).size).toBe(both.length)
  expect(both.toSorted()).toEqual(PERMISSIONS.filter((permission) => permission in MATRIX).toSorted())
  expect(permissionsOf([], 'full')).toEqual([])
})

it('no role that a manager can assign may record top-ups', () => {
  expect(permissionsOf(OFFICE_ROLES, 'full')).not.toContain('top_up')
})
