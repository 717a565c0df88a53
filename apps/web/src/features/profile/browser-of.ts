/** The name in the header and the name that people know. The first that matches wins: others claim to be Chrome or Safari too. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const
const HANDHELDS: readonly unknown[] = ['iPhone', 'iPad', 'Android']

/** What the user-agent header of a sign-in says about the device; nothing where it is not a known browser. */
export function browserOf(userAgent: string): {
  browser: string | undefined
  system: string | undefined
  isHandheld: boolean
} {
  const [, browser] = BROWSERS.find(([pattern]) => pattern.test(userAgent)) ?? []
  const [, system] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? []
  return { browser, system, isHandheld: HANDHELDS.includes(system) }
}
