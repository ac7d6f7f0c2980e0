import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from './port.mjs'
import { root } from './run.mjs'

/**
 * The files that we ship for Caddy and nginx, run as they are but for ports, domain and certificate, for proofs.
 *
 * @typedef {{ certificate: string, key: string, ca: Buffer, caFile: string }} Authority
 * @typedef {{ name: string, port: number, reload: () => void, stop: () => void }} Proxy
 * @typedef {{ folder: string, domain: string, certificate: string, key: string, upstreams: number[] }} Place
 */

/** @param {string} setting says where it is @param {string} usual its name */
const program = (setting, usual) =>
  process.env[setting] ??
  ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((at) => `${at}/${usual}`).find(existsSync)

/** @param {string[]} args */
const openssl = (...args) => execFileSync('openssl', args, { stdio: 'ignore' })
const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/**
 * A local authority and a certificate of it for one name.
 * @param {string} folder @param {string} domain @returns {Promise<Authority>}
 */
export async function authority(folder, domain) {
  const at = (/** @type {string} */ name) => path.join(folder, name)
  openssl(
    ...['req', '-x509', ...CURVE, '-days', '2', '-subj', '/CN=local'],
    ...['-keyout', at('ca.key'), '-out', at('ca')],
  )
  await writeFile(at('names'), `subjectAltName=DNS:${domain}`)
  await renewCertificate(folder, domain)
  return {
    certificate: at('certificate'),
    key: at('key'),
    ca: await readFile(at('ca')),
    caFile: at('ca'),
  }
}

/** Puts another certificate of that authority, with another key, in the place of the one before. @param {string} folder @param {string} domain */
export async function renewCertificate(folder, domain) {
  const at = (/** @type {string} */ name) => path.join(folder, name)
  openssl('req', ...CURVE, '-subj', `/CN=${domain}`, '-keyout', at('key'), '-out', at('csr'))
  const signed = ['-CA', at('ca'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', '-in', at('csr'), ...signed, '-extfile', at('names'), '-out', at('certificate'))
}

/** @param {Place} place @returns {Promise<Proxy | undefined>} undefined where there is no Caddy here */
export async function caddy({ folder, domain, certificate, key, upstreams }) {
  const binary = program('CADDY_PROGRAM', 'caddy')
  if (!binary) return void console.log('– caddy is not here: not tried')
  const [port, admin] = [await freePort(), await freePort()]
  const shipped = await readFile(path.join(root, 'deploy/Caddyfile'), 'utf8')
  const site = shipped.replace(/^\{\$AMPARO_DOMAIN.*\{$/m, `${domain}:${port} {\n\ttls ${certificate} ${key}`)
  const file = path.join(folder, 'Caddyfile')
  const globals = `{\n\tadmin 127.0.0.1:${admin}\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n\tlog {`
  await writeFile(
    file,
    site.replace(/^\{\n(?:\t#.*\n)*\tlog \{/m, `${globals}\n\t\toutput file ${folder}/caddy.log`),
  )
  const env = { HOME: folder, AMPARO_UPSTREAMS: upstreams.map((one) => `127.0.0.1:${one}`).join(' ') }
  const child = spawn(binary, ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  // What `systemctl reload caddy` runs.
  const reload = ['reload', '--config', file, '--adapter', 'caddyfile', '--address', `127.0.0.1:${admin}`]
  return {
    ...{ name: 'Caddy', port },
    reload: () => void execFileSync(binary, [...reload, '--force'], { env, stdio: 'ignore' }),
    stop: () => void child.kill(),
  }
}

/** @param {Place} place @returns {Promise<Proxy | undefined>} undefined where there is no nginx here */
export async function nginx({ folder, domain, certificate, key, upstreams }) {
  const binary = program('NGINX_PROGRAM', 'nginx')
  if (!binary) return void console.log('– nginx is not here: not tried')
  const [port, plain] = [await freePort(), await freePort()]
  const [first, second] = upstreams
  let site = (await readFile(path.join(root, 'deploy/nginx.conf'), 'utf8'))
    .replaceAll(/^.*\[::\].*\n/gm, '')
    .replaceAll('amparo.example.org', domain)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/(ssl_certificate +)[^;]+/, `$1${certificate}`)
    .replace(/(ssl_certificate_key +)[^;]+/, `$1${key}`)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('127.0.0.1:8080 ', `127.0.0.1:${first} `)
  if (second) site = site.replace('# server 127.0.0.1:8081', `server 127.0.0.1:${second}`)
  const spools = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const file = path.join(folder, 'nginx.conf')
  const account = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${account} events {}\nhttp { ${spools.join(' ')}\n${site}\n}\n`,
  )
  const child = spawn(binary, ['-c', file, '-p', folder], { stdio: 'inherit' })
  return {
    ...{ name: 'nginx', port },
    // What `systemctl reload nginx` sends.
    reload: () => void child.kill('SIGHUP'),
    stop: () => void child.kill(),
  }
}
