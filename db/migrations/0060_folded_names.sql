-- no transaction
-- Customers are found by their names without accents and apostrophes: src/lib/names.ts has the
-- same expression. The indexes of exact names go at once, because they would cost each new customer
-- twice. Processes of the version before find what they did: they read all customers of a business.

create index concurrently if not exists customer_by_folded_name on customer (
  business_id, mode, ((
    case when octet_length(first_name || ' ' || last_name) = length(first_name || ' ' || last_name)
      then translate(lower(first_name || ' ' || last_name), '''`', '')
      else translate(
        lower(regexp_replace(
          normalize(first_name || ' ' || last_name, NFD), '[\u0300-\u036f]', '', 'g'
        )),
        'ɓɗƙƴƁƊƘƳ''`´‘’ʹʻʼ′＇', 'bdkybdky'
      )
    end
  ) collate "C")
) where created_at > '-infinity';
create index concurrently if not exists customer_by_folded_last_name on customer (
  business_id, mode, ((
    case when octet_length(last_name) = length(last_name)
      then translate(lower(last_name), '''`', '')
      else translate(
        lower(regexp_replace(normalize(last_name, NFD), '[\u0300-\u036f]', '', 'g')),
        'ɓɗƙƴƁƊƘƳ''`´‘’ʹʻʼ′＇', 'bdkybdky'
      )
    end
  ) collate "C")
) where created_at > '-infinity';
drop index concurrently if exists customer_by_name;
drop index concurrently if exists customer_by_last_name;
