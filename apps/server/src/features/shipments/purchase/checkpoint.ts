/** Points in a purchase where a crash must not lose money. */
export type PurchasePoint =
  | 'before_t1'
  | 'in_t1_before_commit'
  | 'after_t1'
  | 'after_carrier_answer'
  | 'in_settle_before_commit'
  | 'after_settle'
  | 'worker_before_asking'
  | 'worker_after_asking'

/** The same points in a void. */
export type VoidPoint =
  | 'in_v1_before_commit'
  | 'after_v1'
  | 'after_void_answer'
  | 'in_void_settle_before_commit'
  | 'worker_before_voiding'
  | 'worker_after_voiding'

/** Called at every point. */
export type Checkpoint = (point: PurchasePoint | VoidPoint) => void

/**
 * Kills this process at `killAt` as a power cut would, or hangs it there with `point SIGSTOP` (`POSTROOM_KILL_AT`, for
 * crash tests); without `killAt` it does nothing.
 */
export function checkpointFromEnvironment(killAt: string | undefined): Checkpoint {
  if (!killAt) return () => {}
  const [where, signal = 'SIGKILL'] = killAt.split(' ')
  return (point) => {
    if (point === where) process.kill(process.pid, signal)
  }
}
