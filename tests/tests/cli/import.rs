//! `memo import`: other programs' exports, by what stands in them.

use memo_tests::sandbox::{Ran, Sandbox};
use serde_json::json;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Write,
};

fn mail(n: u32, said: &str) -> String {
    format!(
        "From {n}@xxx Mon May 04 10:00:0{n} +0000 2026\r\nFrom: Ana Lima <ana@x.example>\r\n\
         To: Mira <mira@x.example>\r\nDate: Mon, 4 May 2026 10:00:0{n} +0000\r\nMessage-ID: <{n}@x.example>\r\n\
         Subject: Note {n}\r\n\r\n{said}\r\n\r\n"
    )
}

/// What Google hands out of an account.
fn takeout(mails: &str) -> Vec<(&'static str, Vec<u8>)> {
    let note = json!({"color": "DEFAULT", "isTrashed": false, "isPinned": false, "isArchived": false,
        "textContent": "Plant 40 tulips by the shed with Tomas", "title": "Garden",
        "userEditedTimestampUsec": 1_777_800_000_000_000_u64});
    let activity = json!([{"header": "Search", "title": "Searched for herons at the weir",
        "titleUrl": "https://www.google.com/search?q=herons", "time": "2026-05-03T10:00:00.000Z", "products": ["Search"]}]);
    let picture = json!({"title": "a.jpg", "photoTakenTime": {"timestamp": "1777800000"}});
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1@x\r\nDTSTAMP:20260501T000000Z\r\n\
        DTSTART:20260503T100000Z\r\nSUMMARY:Dentist with Dr Okafor\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    vec![
        ("Takeout/Mail/All mail.mbox", mails.into()),
        ("Takeout/Keep/Garden.json", note.to_string().into()),
        (
            "Takeout/Keep/Garden.html",
            b"<html><body>Plant 40 tulips".to_vec(),
        ),
        ("Takeout/Calendar/ana.ics", calendar.into()),
        (
            "Takeout/My Activity/Search/MyActivity.json",
            activity.to_string().into(),
        ),
        (
            "Takeout/Photos/a.jpg.supplemental-metadata.json",
            picture.to_string().into(),
        ),
        ("Takeout/Photos/a.jpg", b"\xff\xd8\xff\x00JFIF".to_vec()),
    ]
}

fn zip(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .expect("begun");
        zip.write_all(content).expect("written");
    }
    zip.finish().expect("ended").into_inner()
}

fn tgz(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut tar = tar::Builder::new(packed);
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        tar.append_data(&mut header, name, content.as_slice())
            .expect("written");
    }
    let packed = tar.into_inner().expect("ended");
    packed.finish().expect("ended")
}

/// What a query finds.
fn recalled(memo: &Sandbox, query: &str) -> String {
    memo.memo(["recall", query]).ok().stdout
}

/// How many documents each outcome befell.
fn outcomes(ran: &Ran) -> BTreeMap<String, usize> {
    let mut sums = BTreeMap::new();
    for line in ran.json_lines() {
        let status = line["status"].as_str().expect("a status").to_owned();
        *sums.entry(status).or_default() += 1;
    }
    sums
}

#[test]
fn takeout_comes_in_as_it_is_and_a_later_one_adds_what_is_new() {
    let memo = Sandbox::new();
    let mails = mail(1, "The key is with Bo.") + &mail(2, "The boat leaves at six.");
    memo.write("takeout-1.zip", zip(&takeout(&mails)));
    let ran = memo
        .memo(["import", "--dry-run", "takeout-1.zip", "--json"])
        .ok();
    let kinds = json!({"mails": 2, "Google Keep notes": 1, "calendars": 1, "Google activities": 1,
        "binary files, left out": 1});
    assert_eq!(ran.json()["kinds"], kinds, "{ran:#?}");
    // Nothing was done, and no daemon started.
    assert!(!memo.data().join("daemon.json").exists());
    let ran = memo.memo(["import", "takeout-1.zip", "--json"]).ok();
    let sums = outcomes(&ran);
    assert_eq!((sums["added"], sums["skipped"]), (5, 1), "{ran:#?}");
    for (query, said) in [
        ("tulips", "tulips"),
        ("boat", "boat leaves"),
        ("dentist", "Okafor"),
        ("herons", "herons"),
    ] {
        assert!(recalled(&memo, query).contains(said), "{query}");
    }
    // Months later, from another archive, unpacked or not.
    let grown = mails + &mail(3, "The boat is late.");
    memo.write("takeout-2.zip", zip(&takeout(&grown)));
    for (name, content) in takeout(&grown) {
        memo.write(name, content);
    }
    let ran = memo.memo(["import", "takeout-2.zip", "--json"]).ok();
    let sums = outcomes(&ran);
    assert_eq!((sums["added"], sums["unchanged"]), (1, 5), "{ran:#?}");
    let ran = memo.memo(["import", "Takeout", "--json"]).ok();
    assert_eq!(outcomes(&ran).get("added"), None, "{ran:#?}");
}

#[test]
fn takeout_comes_in_as_tgz_too() {
    let memo = Sandbox::new();
    let mails = mail(1, "The key is with Bo.") + &mail(2, "The boat leaves at six.");
    // Whatever it is called; from a part of another form nothing comes twice.
    memo.write("takeout-1.bin", tgz(&takeout(&mails)));
    memo.write("takeout-1.zip", zip(&takeout(&mails)));
    let ran = memo
        .memo(["import", "--dry-run", "takeout-1.bin", "--json"])
        .ok();
    let kinds = json!({"mails": 2, "Google Keep notes": 1, "calendars": 1, "Google activities": 1,
        "binary files, left out": 1});
    assert_eq!(ran.json()["kinds"], kinds, "{ran:#?}");
    let ran = memo.memo(["import", "takeout-1.bin", "--json"]).ok();
    let sums = outcomes(&ran);
    assert_eq!((sums["added"], sums["skipped"]), (5, 1), "{ran:#?}");
    assert!(recalled(&memo, "boat").contains("boat leaves"));
    let ran = memo.memo(["import", "takeout-1.zip", "--json"]).ok();
    assert_eq!(outcomes(&ran).get("added"), None, "{ran:#?}");
    // One that was only found is left alone.
    fs::create_dir(memo.work().join("folder")).expect("a folder");
    memo.write("folder/a.tar.gz", tgz(&takeout(&mails)));
    let ran = memo.memo(["add", "folder", "--json"]).ok();
    assert_eq!(outcomes(&ran)["skipped"], 1, "{ran:#?}");
}

#[test]
fn archives_within_an_archive_are_read_too() {
    let memo = Sandbox::new();
    let page = "# Garden\n\nOn 7 May 2026 I pruned the pear with Yuki.\n";
    let part = zip(&[("Garden 1a2b3c.md", page.into())]);
    memo.write("notion.zip", zip(&[("Export-Part-1.zip", part)]));
    let page = "# Pond\n\nOn 8 May 2026 I cleared the pond with Yuki.\n";
    let part = tgz(&[("Pond 1a2b3c.md", page.into())]);
    memo.write("parts.tar", tgz(&[("part.tgz", part)]));
    memo.write(
        "address.txt",
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana Lima\r\nBDAY:1990-05-03\r\nEND:VCARD\r\n",
    );
    let ran = memo
        .memo(["import", "--dry-run", "notion.zip", "address.txt"])
        .ok();
    assert!(
        ran.stdout.contains("contacts") && ran.stdout.contains("notes"),
        "{ran:#?}"
    );
    memo.memo(["import", "notion.zip", "address.txt"]).ok();
    assert!(recalled(&memo, "pear").contains("pruned the pear"));
    memo.memo(["import", "parts.tar"]).ok();
    assert!(recalled(&memo, "pond").contains("cleared the pond"));
}

#[test]
fn an_archive_that_unpacks_to_too_much_is_refused() {
    let memo = Sandbox::new();
    let file = File::create(memo.work().join("bomb.zip")).expect("a file");
    let mut zip = zip::ZipWriter::new(file);
    zip.start_file("a.mbox", zip::write::SimpleFileOptions::default())
        .expect("begun");
    zip.write_all(mail(1, "Hello").as_bytes()).expect("written");
    let nothing = vec![b'a'; 16 << 20];
    for _ in 0..65 {
        zip.write_all(&nothing).expect("written");
    }
    zip.finish().expect("ended");
    let file = File::create(memo.work().join("bomb.tgz")).expect("a file");
    let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let mut header = tar::Header::new_gnu();
    header.set_path("a.mbox").expect("named");
    header.set_size(65 << 24);
    header.set_cksum();
    packed.write_all(header.as_bytes()).expect("written");
    for _ in 0..65 {
        packed.write_all(&nothing).expect("written");
    }
    packed.finish().expect("ended");
    for args in [
        vec!["import", "--dry-run", "bomb.zip"],
        vec!["import", "bomb.zip"],
        vec!["import", "--dry-run", "bomb.tgz"],
    ] {
        let ran = memo.memo(args).code(5);
        assert!(ran.stderr.contains("a hundred times"), "{ran:#?}");
    }
}

#[test]
fn paths_that_are_wrong_are_told() {
    let memo = Sandbox::new();
    memo.memo(["import", "nothing.zip"]).code(2);
    let ran = memo.memo(["import", "--dry-run", "*.zip"]).code(5);
    assert!(ran.stderr.contains("nothing matches"), "{ran:#?}");
    memo.write("broken.zip", "PK\u{3}\u{4} and no more");
    let ran = memo.memo(["import", "broken.zip"]).code(5);
    assert!(ran.stderr.contains("damaged"), "{ran:#?}");
    fs::create_dir(memo.work().join("empty")).expect("a folder");
    memo.memo(["import", "--dry-run", "empty"]).code(1);
}
