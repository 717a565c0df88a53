import { OFFICE_ROLES, type OfficeRole } from './roles.ts'

interface GroupRole {
  group: string
  role: OfficeRole
}

/** The roles of a member of `groups` at the identity provider; `fallback` when no group has a role. */
export function rolesOfGroups(
  groups: readonly string[],
  groupRoles: readonly GroupRole[],
  fallback: OfficeRole,
): OfficeRole[] {
  const held = new Set(groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role))
  return held.size === 0 ? [fallback] : OFFICE_ROLES.filter((role) => held.has(role))
}
