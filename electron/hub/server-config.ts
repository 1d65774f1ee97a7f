import { join } from 'node:path'
import type { HubPaths } from './folder.ts'

/* The configuration files of the server. */

/** Fifteen desks with five connections each, and room for the operator. */
const MAX_CONNECTIONS = 100

/** The role of `invite`, `retire`, `tidy` and `check`, which may log in from this PC alone. */
export const OPERATOR = 'operator'

/** The server of `init`, on loopback alone, until the roles and the schema are there. */
export function setupConfig(port: number): string {
  return lines({ listen_addresses: '127.0.0.1', port, unix_socket_directories: '' })
}

/** Admits the superuser with a password that `init` makes, uses and takes away. */
export const SETUP_HBA = 'host all postgres 127.0.0.1/32 scram-sha-256\n'

/** The configuration of a hub at work. */
export function hubConfig(
  paths: HubPaths,
  { address, port }: { readonly address: string; readonly port: number },
  platform: NodeJS.Platform = process.platform,
): string {
  return lines({
    listen_addresses: address,
    port,
    unix_socket_directories: platform === 'win32' ? '' : paths.socket,
    unix_socket_permissions: '0700',
    max_connections: MAX_CONNECTIONS,
    shared_buffers: '128MB',
    ssl: 'on',
    ssl_min_protocol_version: 'TLSv1.3',
    ssl_ca_file: paths.authorityCertificate,
    ssl_cert_file: paths.hubCertificate,
    ssl_key_file: paths.hubKey,
    // A desk that vanished is noticed within 11 seconds. Windows and macOS have only the keepalives.
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    ...(platform === 'linux' ? { tcp_user_timeout: '8s', client_connection_check_interval: '3s' } : {}),
    authentication_timeout: '10s',
    statement_timeout: '10s',
    idle_in_transaction_session_timeout: '10s',
    wal_compression: 'on',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '512MB',
    timezone: 'UTC',
    logging_collector: 'on',
    log_directory: paths.log,
    log_filename: 'hub-%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_timezone: 'UTC',
    // The messages and statements of errors hold names of customers, so the log has starts, stops and refused logins.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  })
}

/** Who is admitted: the superuser by the socket alone, the operator from this PC, and desks with their certificate. */
export function hubHba(platform: NodeJS.Platform = process.platform): string {
  return [
    ...(platform === 'win32' ? [] : ['local all postgres peer map=hub']),
    `hostssl board ${OPERATOR} samehost cert clientcert=verify-full`,
    `host all ${OPERATOR} all reject`,
    'hostssl board +desk 0.0.0.0/0 cert clientcert=verify-full',
    '',
  ].join('\n')
}

/** The accounts of this PC that are the superuser on the socket. */
export function hubIdent(accounts: readonly string[]): string {
  return [...new Set(accounts)].map((account) => `hub "${account}" postgres\n`).join('')
}

/** Where the three files are in the data folder. */
export function configPaths({ data }: HubPaths) {
  return {
    config: join(data, 'postgresql.conf'),
    hba: join(data, 'pg_hba.conf'),
    ident: join(data, 'pg_ident.conf'),
  }
}

function lines(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''").replaceAll('\\', '\\\\')}'\n`)
    .join('')
}
