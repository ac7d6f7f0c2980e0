import { testAsDocumented } from '../../testing/asDocumented.ts'
import { AUTH_SAID, startAuthWorld } from '../../testing/documentedAuth.ts'

testAsDocumented('auth', AUTH_SAID, startAuthWorld)
