// Asks one question over many connections for so many seconds: `rest.load.mjs` with its settings on the standard input as
// JSON, its result on the standard output. A client of its own because, with two cores for everything, a comfortable one
// takes a third of the processor time that the server itself takes; pgbench's client is written in C.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const { url, headers, connections, seconds } = JSON.parse(await text(process.stdin))
const { hostname, port, pathname, search } = new URL(url)
const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
  ([name, value]) => `${name}: ${value}`,
)
const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)

const latencies = []
let failures = 0
const end = performance.now() + seconds * 1000
await Promise.all(Array.from({ length: connections }, keepAsking))
latencies.sort((a, b) => a - b)
const { user, system } = process.cpuUsage()
const at = (part) => latencies[Math.floor((latencies.length - 1) * part)]
const result = {
  requests: latencies.length,
  failures,
  p50: at(0.5),
  p99: at(0.99),
  cpuMicroseconds: user + system,
}
process.stdout.write(JSON.stringify(result))

function keepAsking() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received = Buffer.alloc(0)
    let sentAt = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      if (!isWhole(received)) return
      const now = performance.now()
      latencies.push(now - sentAt)
      if (received[9] !== 0x32) failures++
      received = Buffer.alloc(0)
      if (now < end) send()
      else socket.end(resolve)
    })
  })
}

function isWhole(response) {
  const bodyAt = response.indexOf('\r\n\r\n')
  if (bodyAt === -1) return false
  const lengthAt = response.indexOf('content-length: ')
  const length = Number.parseInt(response.latin1Slice(lengthAt + 16, lengthAt + 26), 10)
  return response.length >= bodyAt + 4 + length
}
