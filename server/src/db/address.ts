import type { Credentials, DatabaseAddress } from './database.ts'

/**
 * Splits a connection URL into where the database is and who signs in.
 * @param url `postgres://user:password@host:port/database?sslmode=require`; `?host=/folder` names a Unix socket
 */
export function parseDatabaseUrl(url: string): { address: DatabaseAddress; credentials: Credentials } {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url)
  const sslMode = searchParams.get('sslmode')
  return {
    address: {
      host: searchParams.get('host') ?? (decodeURIComponent(hostname) || '127.0.0.1'),
      port: Number(port || 5432),
      database: decodeURIComponent(pathname.slice(1)) || 'postgres',
      ssl: sslMode !== null && sslMode !== 'disable',
    },
    credentials: { user: decodeURIComponent(username) || 'postgres', password: decodeURIComponent(password) },
  }
}
