import { chromium, type LaunchOptions } from 'playwright'
import config from '../playwright.config.ts'

/** Opens the browser of the browser tests. */
export const openBrowser = (options: LaunchOptions = {}) =>
  chromium.launch({
    ...config.use?.launchOptions,
    ...options,
    args: [...(config.use?.launchOptions?.args ?? []), ...(options.args ?? [])],
  })
