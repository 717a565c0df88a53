-- How often each page of the web app was opened (spec §9). No person, organisation or session is kept.

create table page_view (
  day date not null, -- in UK time
  page text not null, -- of the fixed list in the contract
  views bigint not null,
  primary key (day, page)
) with (fillfactor = 70); -- rows of today change often
call confine('page_view', 'false');
grant select, insert, update (views) on page_view to postroom_platform;
