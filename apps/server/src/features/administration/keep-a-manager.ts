import { AppError } from '../../app-error.ts'

/**
 * Lets a manager's rights be taken away by another one only, and while somebody else has them: two could disable each other
 * at once. `managers` are those there are, locked.
 *
 * @throws AppError own_rights
 */
export function keepAManager(managers: readonly { id: string }[], { id, by }: { id: string; by: string }): void {
  if (id === by || managers.every((manager) => manager.id === id)) throw new AppError('own_rights')
}
