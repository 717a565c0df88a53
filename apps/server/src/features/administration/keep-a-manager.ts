import { AppError } from '../../app-error.ts'

/**
 * Allows a manager's rights to be taken away only by another manager, and only while another one is left: two could
 * disable each other at once. `managers` are the current ones, locked.
 *
 * @throws AppError own_rights
 */
export function keepAManager(managers: readonly { id: string }[], { id, by }: { id: string; by: string }): void {
  if (id === by || managers.every((manager) => manager.id === id)) throw new AppError('own_rights')
}
