/** Variables that the machine sets for every program of a user, among them Node's own and the proxies. */
const OF_THE_MACHINE =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|NODE_\w+|SSL_CERT_\w+|(?:HTTPS?|NO)_PROXY|SYSTEMROOT|WINDIR|PATHEXT|USERPROFILE|(?:LOCAL)?APPDATA)$/i

/** The environment of a program that needs none of the server's settings: no database, no mail server, no keys. */
export const machineEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => OF_THE_MACHINE.test(name)))
