/** What the tests of one file called, by module. */
export interface Reached {
  test: string
  /** Names of functions; the empty one stands for those without a name. */
  modules: Record<string, string[]>
}

/** The folder that the setup file of the measured tests writes to. */
export const FOLDER_VARIABLE = 'POSTROOM_REACH_FOLDER'
