import { testAsDocumented } from '../../testing/asDocumented.ts'
import { STORAGE_SAID, startStorageWorld } from '../../testing/documentedStorage.ts'

testAsDocumented('storage', STORAGE_SAID, startStorageWorld)
