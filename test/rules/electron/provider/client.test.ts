import { expect, test } from 'vitest'
import { providerUrl } from '../../../../electron/provider/client.ts'

const good = [
  'https://provider.example',
  'https://provider.example/',
  'https://provider.example:8443/api',
  'HTTPS://Provider.Example',
  'http://127.0.0.1:4711',
  'http://localhost:4711/',
  'http://[::1]:4711',
]
test.for(good)('%s may be used', (address) => {
  expect(providerUrl(address)?.href).toBe(new URL(address).href)
})

const bad = [
  '',
  'provider.example',
  '//provider.example',
  'http://provider.example',
  'http://127.0.0.2',
  'http://127.0.0.1.example',
  'http://localhost.example',
  'http://192.168.1.7:8080',
  'http://0.0.0.0',
  'https://user@provider.example',
  'https://user:secret@provider.example',
  'https://:secret@provider.example',
  'http://user:secret@127.0.0.1',
  'https://provider.example?x=1',
  'https://provider.example/#top',
  'ftp://provider.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://127.0.0.1',
  'https://',
  'http://127.0.0.1:99999',
]
test.for(bad)('%j may not', (address) => {
  expect(providerUrl(address)).toBeNull()
})
