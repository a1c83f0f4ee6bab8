import type { Database } from './db.ts'
import { ensureApplicationRole, grantToApplication, migrate, planMigration } from './migrate.ts'

// The logins of the database. With one, the service migrates as the owner of the tables and serves
// in a role that owns nothing. With two, COWRIE_MIGRATE_URL is the owner, and DATABASE_URL a login
// that cannot become the owner.

/** Says which login is wrong, and what to do. */
export class LoginError extends Error {}

type Logins = { owner: Database; own: Database; tell: (line: string) => void }

/** With two logins: the owner grants DATABASE_URL's login its rights. */
export async function migrateApart({ owner, own, tell }: Logins): Promise<void> {
  const [migrating, serving] = await Promise.all([placeOf(owner), placeOf(own)])
  if (migrating.database !== serving.database || migrating.since !== serving.since) {
    throw new LoginError('COWRIE_MIGRATE_URL and DATABASE_URL connect to different databases.')
  }
  const { login } = serving
  const [power] = await owner<{ isMighty: boolean; isOwner: boolean }[]>`
    select rolsuper or rolcreaterole or rolbypassrls as is_mighty,
      pg_has_role(rolname, current_user, 'member') as is_owner
    from pg_roles where rolname = ${login}
  `
  if (power!.isMighty || power!.isOwner) {
    const why = power!.isMighty
      ? 'is a superuser or can become one'
      : `is ${login === migrating.login ? '' : 'a member of '}the owner of the tables`
    throw new LoginError(
      `DATABASE_URL's user ${login} ${why}, so COWRIE_MIGRATE_URL protects nothing: give ` +
        'DATABASE_URL a separate user without these rights.',
    )
  }
  say(await migrate(owner, undefined, undefined, { tell }), tell)
  await grantToApplication(owner, login)
}

/** With one login. Returns the role to serve in; null: the login itself. */
export async function migrateAlone({ own, tell }: Omit<Logins, 'owner'>): Promise<string | null> {
  if (!(await mayMigrate(own))) return null
  say(await migrate(own, undefined, undefined, { tell }), tell)
  const role = await ensureApplicationRole(own)
  if (role !== null) await grantToApplication(own, role)
  else tell('This user cannot create roles; running as the owner of the tables.')
  return role
}

/** False if the login is not the owner and nothing is due. Throws if something is due. */
export async function mayMigrate(own: Database): Promise<boolean> {
  const [row] = await own<{ isOwner: boolean }[]>`
    select coalesce(
      (
        select pg_has_role(current_user, relowner, 'usage') from pg_class
        where oid = to_regclass('migration')
      ),
      has_schema_privilege(current_user, 'public', 'create')
    ) as is_owner
  `
  if (!row!.isOwner) await refuseDue(own)
  return row!.isOwner
}

async function refuseDue(own: Database): Promise<void> {
  const { login } = await placeOf(own)
  const [row] = await own<{ mayRead: boolean }[]>`
    select to_regclass('migration') is null
      or has_table_privilege('migration', 'select') as may_read
  `
  const plan = row!.mayRead ? await planMigration(own) : null
  if (plan && plan.due.length === 0 && (plan.functions ?? []).length === 0) return
  throw new LoginError(
    `The database is older than this version, and DATABASE_URL's user ${login} cannot change ` +
      'it: run `npm run migrate` with COWRIE_MIGRATE_URL, the login that owns the tables.',
  )
}

async function placeOf(sql: Database) {
  const [place] = await sql<{ login: string; database: string; since: string }[]>`
    select current_user as login, current_database() as database,
      pg_postmaster_start_time()::text as since
  `
  return place!
}

type Ran = Awaited<ReturnType<typeof migrate>>

function say({ migrations, functions }: Ran, tell: (line: string) => void): void {
  if (migrations.length > 0) tell(`Ran ${migrations.length} migrations.`)
  if (functions === null) tell('Kept the functions, which are from a newer version.')
  else if (functions.length > 0) tell(`Replaced ${functions.length} functions.`)
}
