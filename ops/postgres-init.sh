#!/bin/sh
# Run once by the image of PostgreSQL, on its empty data: the login and the database of Cowrie.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/cowrie_password)" <<'SQL'
create role cowrie login createrole password :'password';
create database cowrie owner cowrie encoding 'UTF8' template template0;
SQL
