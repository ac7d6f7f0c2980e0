import { testAsDocumented } from '../../testing/asDocumented.ts'
import { REALTIME_SAID, startRealtimeWorld } from '../../testing/documentedRealtime.ts'

testAsDocumented('realtime', REALTIME_SAID, startRealtimeWorld)
