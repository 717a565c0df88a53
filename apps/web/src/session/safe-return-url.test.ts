import { expect, it } from 'vitest'
import { safeReturnUrl } from './safe-return-url.ts'

const HOME = '/app/home'

it.each<[string | null, string]>([
  // pages of the app
  ['/app', '/app'],
  ['/app/', '/app/'],
  ['/app/home', '/app/home'],
  ['/app/shipping-single', '/app/shipping-single'],
  ['/app/shipping-single?packaging=letter', '/app/shipping-single?packaging=letter'],
  ['/app/device-preferences#printers', '/app/device-preferences#printers'],
  ['/app/x?next=https://evil.example', '/app/x?next=https://evil.example'],
  ['/app/a%20b', '/app/a%20b'],
  ['/app/./home', '/app/home'],
  ['/app/x/../home', '/app/home'],
  ['/app//evil.example', '/app//evil.example'],
  // empty, or not a path
  [null, HOME],
  ['', HOME],
  [' ', HOME],
  ['app/home', HOME],
  ['home', HOME],
  ['?x=1', HOME],
  ['#x', HOME],
  // this site, but not the app
  ['/', HOME],
  ['/login', HOME],
  ['/login?returnUrl=/app', HOME],
  ['/application', HOME],
  ['/api/identity/v1/user/logout', HOME],
  ['/app/../login', HOME],
  ['/app/%2e%2e/login', HOME],
  ['/APP/home', HOME],
  // another site
  ['https://evil.example', HOME],
  ['https://evil.example/app/home', HOME],
  ['http://post.example/app/home', HOME],
  ['https:/app/home', HOME],
  ['//evil.example/app', HOME],
  ['///evil.example/app', HOME],
  ['/\\evil.example/app', HOME],
  ['\\\\evil.example/app', HOME],
  ['/app\\..\\..\\evil', HOME],
  ['/\t/evil.example/app', HOME],
  ['/\n/evil.example', HOME],
  ['\u0000/app/home', HOME],
  ['/app/home\r\nSet-Cookie: a=b', HOME],
  [' /app/home', HOME],
  // other schemes
  ['javascript:alert(1)', HOME],
  ['JaVaScRiPt:alert(1)//app', HOME],
  ['data:text/html,<script>alert(1)</script>', HOME],
  ['blob:https://post.example/app', HOME],
  ['mailto:a@b.example', HOME],
  ['https://post.example@evil.example/app', HOME],
])('%j opens %s', (given, page) => expect(safeReturnUrl(given, 'https://post.example')).toBe(page))
