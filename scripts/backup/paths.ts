// What is data in PostgreSQL's folder. Only that is backed up and restored: no configuration, which
// names commands and belongs to the machine, and no file that says how a server starts.

const FOLDERS = '(base|global|pg_[a-z_]+)'
/** Created by a starting server or by the restore. */
const NOT_FILES = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans|tblspc)\//
const WITHIN = '(/[A-Za-z0-9_][A-Za-z0-9_.-]*)'
const FOLDER = new RegExp(`^${FOLDERS}${WITHIN}*$`)
const FILE = new RegExp(`^(PG_VERSION|backup_label|${FOLDERS}${WITHIN}+)$`)

export const isDataFolder = (path: string) => FOLDER.test(path)
export const isDataFile = (path: string) => FILE.test(path) && !NOT_FILES.test(path)
